import * as raw from '@/lib/testing/answers/raw'

/** An answer as its bytes came, header names in lower case; repeated ones joined by commas. */
export interface RawAnswer {
  status: number
  headers: Record<string, string>
  body: string
}

/**
 * Sends exactly this text to a server and reads one answer: for requests that no client library would make.
 * `lines` are the request line and the headers; Host and `Connection: close` are added where they are missing.
 * @throws Error when the answer ends before it is whole.
 */
export async function sendRaw(url: string, lines: readonly string[], body = ''): Promise<RawAnswer> {
  const has = (name: string) => lines.some((line) => line.toLowerCase().startsWith(`${name}:`))
  const head = [
    ...lines,
    ...(has('host') ? [] : [`Host: ${new URL(url).host}`]),
    ...(has('connection') ? [] : ['Connection: close']),
  ]
  const answer = await raw.sendRaw(url, head, body)
  const headers: Record<string, string> = {}
  for (const [name, value] of answer.headers) {
    headers[name] = headers[name] === undefined ? value : `${headers[name]}, ${value}`
  }
  return { status: answer.status, headers, body: answer.body.toString('utf8') }
}
