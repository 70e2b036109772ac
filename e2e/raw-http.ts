import * as raw from '@/lib/testing/answers/raw'

export interface RawAnswer {
  status: number
  headers: Record<string, string>
  body: string
}

/**
 * Sends exactly these lines and reads one answer: requests that no client library would make. Adds Host and `Connection: close`
 * where missing.
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
