// Reads server-sent events, strictly as the HTML standard describes their parsing.

/** @typedef {{ id?: string, data?: string, retryMs?: number }} ServerSentEvent */

/**
 * @param {AsyncIterable<Uint8Array>} chunks
 * @returns {AsyncGenerator<ServerSentEvent>} every block that has data or a new retry time; one that the connection
 *   cuts off is dropped
 */
export async function* readEvents(chunks) {
  let block = emptyBlock();
  for await (const line of lines(chunks)) {
    if (line !== '') {
      takeLine(line, block);
      continue;
    }
    const { id, data, retryMs } = block;
    if (data.length > 0) yield { id, data: data.join('\n'), retryMs };
    else if (retryMs !== undefined) yield { retryMs };
    block = emptyBlock();
  }
}

/** @returns {{ id?: string, data: string[], retryMs?: number }} */
function emptyBlock() {
  return { id: undefined, data: [], retryMs: undefined };
}

function takeLine(line, block) {
  if (line.startsWith(':')) return;
  const colon = line.indexOf(':');
  const field = colon === -1 ? line : line.slice(0, colon);
  const value = colon === -1 ? '' : line.slice(colon + 1).replace(/^ /, '');
  if (field === 'data') block.data.push(value);
  else if (field === 'id' && !value.includes('\0')) block.id = value;
  else if (field === 'retry' && /^\d+$/.test(value)) block.retryMs = Number(value);
}

/** Whole lines only; they end in LF, CR or both, and a CR LF may be cut in two. */
async function* lines(chunks) {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let rest = '';
  for await (const chunk of chunks) {
    rest += decoder.decode(chunk, { stream: true });
    const complete = rest.endsWith('\r') ? rest.length - 1 : rest.length;
    const parts = rest.slice(0, complete).split(/\r\n|\n|\r/);
    rest = parts.pop() + rest.slice(complete);
    yield* parts;
  }
}
