import { type ExportMark, readMark } from '@/lib/listing/export/marks'

export interface Part {
  mark: ExportMark
  bytes: Uint8Array<ArrayBuffer>
}

/** The stream ended before its end mark or is malformed. */
export class CutOff extends Error {
  override readonly name = 'CutOff'
}

/**
 * Yields parts once complete, the end last; drops a partial one.
 * @throws CutOff, and errors of the stream
 */
export async function* partsOf(body: ReadableStream<Uint8Array>): AsyncGenerator<Part, void> {
  const bytes = new ByteReader(body.getReader())
  try {
    for (;;) {
      const mark = markOf(await bytes.line())
      yield { mark, bytes: await bytes.take(mark.bytes) }
      if (mark.part === 'end') return
    }
  } finally {
    bytes.leave()
  }
}

function markOf(line: string): ExportMark {
  try {
    return readMark(line)
  } catch (cause) {
    throw new CutOff('The stream holds a line that is no mark.', { cause })
  }
}

const NEWLINE = 10
const NOTHING = new Uint8Array(0)

class ByteReader {
  #left: Uint8Array = NOTHING

  constructor(private readonly reader: ReadableStreamDefaultReader<Uint8Array>) {}

  async line(): Promise<string> {
    const decoder = new TextDecoder()
    let text = ''
    for (;;) {
      const end = this.#left.indexOf(NEWLINE)
      if (end >= 0) {
        text += decoder.decode(this.#left.subarray(0, end))
        this.#left = this.#left.subarray(end + 1)
        return text
      }
      text += decoder.decode(this.#left, { stream: true })
      await this.#more()
    }
  }

  async take(count: number): Promise<Uint8Array<ArrayBuffer>> {
    const taken = new Uint8Array(count)
    for (let at = 0; ; ) {
      const piece = this.#left.subarray(0, count - at)
      taken.set(piece, at)
      at += piece.length
      this.#left = this.#left.subarray(piece.length)
      if (at === count) return taken
      await this.#more()
    }
  }

  leave(): void {
    this.reader.cancel().catch(() => {})
  }

  async #more(): Promise<void> {
    const { done, value } = await this.reader.read()
    if (done) throw new CutOff('The stream ended before its end.')
    this.#left = value
  }
}
