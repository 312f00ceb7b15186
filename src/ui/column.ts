// A column of a page that has two where there is room; otherwise their cards form one list.

export const COLUMN = 'contents min-[720px]:grid min-[720px]:gap-3';
