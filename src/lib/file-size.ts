// The size of a file as people read it.

const unit = (language: string, name: 'kilobyte' | 'megabyte', decimals: number) =>
  new Intl.NumberFormat(language, { style: 'unit', unit: name, maximumFractionDigits: decimals });

/** "842 kB", rounded up; from a million bytes on "1.2 MB". */
export const sizeText = (bytes: number, language: string): string =>
  bytes < 1_000_000
    ? unit(language, 'kilobyte', 0).format(Math.ceil(bytes / 1000))
    : unit(language, 'megabyte', 1).format(bytes / 1_000_000);
