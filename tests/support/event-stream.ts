/** The stream of events of a server, as an open page hears it. */

/** Hears what the server tells a guest, or whoever has this token, until the signal; resolves when the stream is open. */
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
