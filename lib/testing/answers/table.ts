import fs from 'node:fs'
import path from 'node:path'
import type { Mode } from './ask-all'
import type { ComparedAnswer } from './compared-answer'

/** What every request was answered by the version that the table was recorded from. */
const FILE = path.join(import.meta.dirname, 'before.json')

/** As it is stored: header lines, heads (numbers of lines) and bodies stand there once. */
interface Stored {
  /** The commit that it was recorded from. */
  commit: string
  lines: string[]
  heads: number[][]
  bodies: string[]
  /** By request: the status, and numbers of a head and a body. */
  answers: Record<string, Record<Mode, [status: number, head: number, body: number]>>
}

export type Answers = ReadonlyMap<string, ComparedAnswer>
export type Table = Readonly<Record<Mode, Answers>>

export function readTable(): Table {
  const { lines, heads, bodies, answers }: Stored = JSON.parse(fs.readFileSync(FILE, 'utf8'))
  const of = (mode: Mode): Answers =>
    new Map(
      Object.entries(answers).map(
        ([
          request,
          {
            [mode]: [status, head, body],
          },
        ]) => [
          request,
          { status, headers: heads[head]?.map((line) => lines[line] ?? '') ?? [], body: bodies[body] ?? '' },
        ],
      ),
    )
  return { production: of('production'), development: of('development') }
}

/** Stores what a version answers, a request a line. @throws Error when the two were not asked the same. */
export function writeTable(commit: string, { production, development }: Table): void {
  const [lines, heads, bodies] = [new Numbers(), new Numbers(), new Numbers()]
  const stored = ({ status, headers, body }: ComparedAnswer) => {
    const head = JSON.stringify(headers.map((line) => lines.of(line)))
    return [status, heads.of(head), bodies.of(body)]
  }
  const answers = Array.from(production, ([request, seen]) => {
    const other = development.get(request)
    if (!other) throw new Error(`${request} was not asked in development`)
    const both = { production: stored(seen), development: stored(other) }
    return `${JSON.stringify(request)}: ${JSON.stringify(both)}`
  })
  const list = (texts: readonly string[]) => `[\n${texts.join(',\n')}\n]`
  const quoted = ({ texts }: Numbers) => list(texts.map((text) => JSON.stringify(text)))
  const members = [
    `"commit": ${JSON.stringify(commit)}`,
    `"lines": ${quoted(lines)}`,
    `"heads": ${list(heads.texts)}`,
    `"bodies": ${quoted(bodies)}`,
    `"answers": {\n${answers.join(',\n')}\n}`,
  ]
  fs.writeFileSync(FILE, `{\n${members.join(',\n')}\n}\n`)
}

/** Gives each text a number, the same one to the same text. */
class Numbers {
  readonly #numbers = new Map<string, number>()

  get texts(): string[] {
    return [...this.#numbers.keys()]
  }

  of(text: string): number {
    const number = this.#numbers.get(text) ?? this.#numbers.size
    this.#numbers.set(text, number)
    return number
  }
}
