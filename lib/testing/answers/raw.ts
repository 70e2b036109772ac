import net from 'node:net'

export interface RawAnswer {
  /** 0: the connection was closed without one. */
  status: number
  /** Names in lower case, in order, repeats included. */
  headers: [name: string, value: string][]
  /** Chunks joined; content coding untouched. */
  body: Buffer
}

const END_OF_HEAD = '\r\n\r\n'

/** @throws Error when the answer is cut short or takes two minutes */
export function sendRaw(url: string, lines: readonly string[], body = ''): Promise<RawAnswer> {
  const { hostname, port } = new URL(url)
  const hasBody = !lines[0]?.startsWith('HEAD ')
  return new Promise((resolve, reject) => {
    let bytes = Buffer.alloc(0)
    const socket = net.connect(Number(port), hostname, () =>
      socket.write(`${lines.join('\r\n')}${END_OF_HEAD}${body}`, 'latin1'),
    )
    const finish = (closed: boolean) => {
      const answer = read(bytes, hasBody, closed)
      if (!answer) return
      resolve(answer)
      socket.destroy()
    }
    socket.setTimeout(120_000, () => socket.destroy(new Error(`no whole answer to ${lines[0]}`)))
    socket.on('data', (chunk) => {
      bytes = Buffer.concat([bytes, chunk])
      finish(false)
    })
    socket.on('error', reject)
    socket.on('close', () => {
      finish(true)
      reject(new Error(`the answer to ${lines[0]} ended before it was whole`))
    })
  })
}

export function headerOf({ headers }: Pick<RawAnswer, 'headers'>, wanted: string): string | undefined {
  return headers.find(([name]) => name === wanted)?.[1]
}

/** null: incomplete. */
function read(bytes: Buffer, hasBody: boolean, closed: boolean): RawAnswer | null {
  const end = bytes.indexOf(END_OF_HEAD)
  if (end < 0) return closed ? { status: 0, headers: [], body: bytes } : null
  const [first = '', ...rest] = bytes.subarray(0, end).toString('latin1').split('\r\n')
  const status = Number(first.split(' ')[1])
  if (status === 100) return read(bytes.subarray(end + END_OF_HEAD.length), hasBody, closed)
  const headers = rest.map((line): [string, string] => {
    const colon = line.indexOf(':')
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()]
  })
  const after = bytes.subarray(end + END_OF_HEAD.length)
  const answer = (body: Buffer) => ({ status, headers, body })
  if (!hasBody || status === 101 || status === 204 || status === 304) return answer(Buffer.alloc(0))
  if (headerOf({ headers }, 'transfer-encoding') === 'chunked') {
    const body = unchunked(after)
    return body && answer(body)
  }
  const length = headerOf({ headers }, 'content-length')
  if (length !== undefined) return after.length >= Number(length) ? answer(after) : null
  return closed ? answer(after) : null
}

function unchunked(bytes: Buffer): Buffer | null {
  const pieces: Buffer[] = []
  for (let at = 0; ; ) {
    const line = bytes.indexOf('\r\n', at)
    if (line < 0) return null
    const size = Number.parseInt(bytes.subarray(at, line).toString('latin1'), 16)
    if (size === 0) return bytes.length >= line + 4 ? Buffer.concat(pieces) : null
    const from = line + 2
    if (bytes.length < from + size + 2) return null
    pieces.push(bytes.subarray(from, from + size))
    at = from + size + 2
  }
}
