import fs from 'node:fs'
import path from 'node:path'
import type { ComparedAnswer } from './compared-answer'

/**
 * What every request is answered, a request a line, in the order in which they are sent: what one answer leaves behind
 * another may find. A request is the request line (without its version, unless that matters), then headers, parted by
 * ` | `; what stands in braces, ask-all.ts puts in. A line that begins with @ goes to METRICS_PORT.
 */
const FILE = path.join(import.meta.dirname, 'table.json')

/** How the explorer runs that is asked. */
export type Mode = 'production' | 'development'

/** As it is stored: header lines, heads (numbers of lines) and bodies stand there once. */
interface Stored {
  lines: string[]
  heads: number[][]
  bodies: string[]
  /** By request: the status, and numbers of a head and a body; none of a request that was added and not recorded yet. */
  answers: Record<string, Partial<Record<Mode, [status: number, head: number, body: number]>>>
}

export type Answers = ReadonlyMap<string, ComparedAnswer | undefined>

function read(): Stored {
  return JSON.parse(fs.readFileSync(FILE, 'utf8'))
}

export const REQUESTS: readonly string[] = Object.keys(read().answers)

export function recordedIn(mode: Mode): Answers {
  const { lines, heads, bodies, answers } = read()
  return new Map(
    Object.entries(answers).map(([request, { [mode]: answer }]) => {
      if (!answer) return [request, undefined]
      const [status, head, body] = answer
      const headers = heads[head]?.map((line) => lines[line] ?? '') ?? []
      return [request, { status, headers, body: bodies[body] ?? '' }]
    }),
  )
}

/** Stores what is answered in a mode; what is in the other one stays. */
export function record(mode: Mode, answers: Answers): void {
  const both = { production: recordedIn('production'), development: recordedIn('development'), [mode]: answers }
  const [lines, heads, bodies] = [new Numbers(), new Numbers(), new Numbers()]
  const stored = (seen: ComparedAnswer | undefined) => {
    if (!seen) return undefined
    const head = JSON.stringify(seen.headers.map((line) => lines.of(line)))
    return [seen.status, heads.of(head), bodies.of(seen.body)]
  }
  const rows = REQUESTS.map((request) => {
    const { production, development } = both
    const of = { production: stored(production.get(request)), development: stored(development.get(request)) }
    return `${JSON.stringify(request)}: ${JSON.stringify(of)}`
  })
  const list = (texts: readonly string[]) => `[\n${texts.join(',\n')}\n]`
  const quoted = ({ texts }: Numbers) => list(texts.map((text) => JSON.stringify(text)))
  const members = [`"lines": ${quoted(lines)}`, `"heads": ${list(heads.texts)}`, `"bodies": ${quoted(bodies)}`]
  fs.writeFileSync(FILE, `{\n${members.join(',\n')},\n"answers": {\n${rows.join(',\n')}\n}\n}\n`)
}

/** What is seen otherwise than it must be, in a few lines for each request. */
export function differences(expected: Answers, seen: Answers): string[] {
  return Array.from(expected.keys()).flatMap((request) => {
    const [wanted, actual] = [linesOf(expected.get(request)), linesOf(seen.get(request))]
    const missing = wanted.filter((line) => !actual.includes(line)).map((line) => `  - ${line}`)
    const surplus = actual.filter((line) => !wanted.includes(line)).map((line) => `  + ${line}`)
    return missing.length + surplus.length === 0 ? [] : [[request, ...missing, ...surplus].join('\n')]
  })
}

function linesOf(seen: ComparedAnswer | undefined): string[] {
  return seen ? [`status ${seen.status}`, ...seen.headers, `body ${seen.body}`] : ['not recorded']
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
