import net from 'node:net'

/** An answer as its bytes came, header names in lower case. */
export interface RawAnswer {
  status: number
  headers: Record<string, string>
  body: string
}

/**
 * Sends exactly this text to a server and reads until it closes: for requests that no client library would make.
 * `lines` are the request line and the headers; Host and `Connection: close` are added where they are missing.
 */
export function sendRaw(url: string, lines: readonly string[], body = ''): Promise<RawAnswer> {
  const { hostname, port, host } = new URL(url)
  const has = (name: string) => lines.some((line) => line.toLowerCase().startsWith(`${name}:`))
  const head = [
    ...lines,
    ...(has('host') ? [] : [`Host: ${host}`]),
    ...(has('connection') ? [] : ['Connection: close']),
  ]
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    const socket = net.connect(Number(port), hostname, () =>
      socket.write(`${head.join('\r\n')}\r\n\r\n${body}`, 'latin1'),
    )
    // A kept connection: whoever sends `Connection: Upgrade` still gets one answer.
    socket.setTimeout(5_000, () => socket.end())
    socket.on('data', (chunk) => {
      chunks.push(chunk)
      if (has('connection') && isWhole(Buffer.concat(chunks).toString('latin1'))) socket.end()
    })
    socket.on('error', reject)
    socket.on('close', () => resolve(read(Buffer.concat(chunks).toString('utf8'))))
  })
}

function isWhole(text: string): boolean {
  const { headers, body } = read(text)
  const length = headers['content-length']
  return length === undefined ? body.endsWith('0\r\n\r\n') : body.length >= Number(length)
}

function read(text: string): RawAnswer {
  const end = text.indexOf('\r\n\r\n')
  const [first = '', ...rest] = text.slice(0, end < 0 ? undefined : end).split('\r\n')
  const headers: Record<string, string> = {}
  for (const line of rest) {
    const colon = line.indexOf(':')
    const name = line.slice(0, colon).toLowerCase()
    const value = line.slice(colon + 1).trim()
    headers[name] = headers[name] === undefined ? value : `${headers[name]}, ${value}`
  }
  return { status: Number(first.split(' ')[1]), headers, body: end < 0 ? '' : text.slice(end + 4) }
}
