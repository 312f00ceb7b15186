// Parses text/event-stream (WHATWG HTML, 9.2.6 "Interpreting an event stream"). EventSource does too, but cannot send
// an Authorization header.

export interface StreamReader {
  onEvent(topic: string): void;
  /** How long the server wants the client to wait before reconnecting, in milliseconds. */
  onRetry(ms: number): void;
}

/** Takes the text in pieces of any size; a field split across pieces is reassembled. */
export function streamParser(reader: StreamReader): (piece: string) => void {
  let rest = '';
  let topic = '';
  let hasData = false;

  const field = (line: string): void => {
    const colon = line.indexOf(':');
    const name = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? '' : line.slice(colon + 1).replace(/^ /, '');
    if (name === 'event') topic = value;
    else if (name === 'data') hasData = true;
    else if (name === 'retry' && /^\d+$/.test(value)) reader.onRetry(Number(value));
  };
  const dispatch = (): void => {
    if (hasData) reader.onEvent(topic || 'message');
    topic = '';
    hasData = false;
  };

  return (piece) => {
    const text = rest + piece;
    // A trailing carriage return may be the first half of a line ending.
    const whole = text.endsWith('\r') ? text.slice(0, -1) : text;
    const lines = whole.split(/\r\n|\n|\r/);
    rest = (lines.pop() ?? '') + text.slice(whole.length);
    for (const line of lines) {
      if (line === '') dispatch();
      else field(line);
    }
  };
}
