import fs from 'node:fs'
import path from 'node:path'
import type { ComparedAnswer } from './compared-answer'

/**
 * The answer to every request, in sending order: one answer may leave state for another. A request is the request line (version
 * only where it matters), then headers, separated by ` | `; ask-all.ts fills in braces. A line that begins with @ goes to
 * METRICS_PORT.
 */
const FILE = path.join(import.meta.dirname, 'table.json')

export type Mode = 'production' | 'development'

interface Stored {
  lines: string[]
  heads: number[][]
  bodies: string[]
  /** By request; empty for a request that was added and not recorded yet. */
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
