/** A server's event stream, as an open page receives it. */

/**
 * Receives the events for a guest, or for the account with this token, until the signal fires; resolves when the stream
 * is open.
 */
export async function hear(url: string, signal: AbortSignal, token?: string): Promise<() => string> {
  const headers: Record<string, string> = token ? { authorization: `Bearer ${token}` } : {};
  const response = await fetch(`${url}/api/events`, { headers, signal });
  let text = '';
  const read = async () => {
    for await (const part of response.body ?? []) text += Buffer.from(part).toString();
  };
  void read().catch(() => undefined);
  return () => text;
}
