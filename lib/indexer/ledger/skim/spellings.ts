import { base58 } from '@scure/base'

/*
 * A program's id occurs in a block as base58 among keys and loaded addresses, and within a transaction in base64. Logs name it
 * too, but a transaction that only they name changes nothing.
 */

/** Bytes that base64 encodes in whole groups of three, at whichever byte of a group the key begins. */
const WHOLE = 30

/** Every transaction that names a program holds one of them. */
export interface Spellings {
  /** The id in base58, and JSON escapes that may hide it. */
  anywhere: string[]
  inBase64: string[]
}

export function spellingsOf(program: string): Spellings {
  const key = Buffer.from(base58.decode(program))
  // A group that begins before the key depends on the bytes before it.
  const inBase64 = [0, 1, 2].map((start) => key.subarray(start, start + WHOLE).toString('base64'))
  return { anywhere: [program, '\\u', '\\/'], inBase64 }
}

export class Occurrences {
  private readonly next: number[]

  constructor(private readonly spellings: readonly string[]) {
    this.next = spellings.map(() => Number.POSITIVE_INFINITY)
  }

  moved(text: string, cut: number, grownAt: number): void {
    for (const [i, spelling] of this.spellings.entries()) {
      const next = (this.next[i] ?? 0) - cut
      // A match may begin before the new text.
      this.next[i] = Number.isFinite(next) ? next : placeOf(spelling, text, Math.max(0, grownAt - spelling.length + 1))
    }
  }

  /** Call in the order of the text. */
  within(text: string, start: number, end: number): boolean {
    for (const [i, spelling] of this.spellings.entries()) {
      let next = this.next[i] ?? 0
      if (next < start) this.next[i] = next = placeOf(spelling, text, start)
      if (next < end) return true
    }
    return false
  }
}

function placeOf(spelling: string, text: string, from: number): number {
  const place = text.indexOf(spelling, from)
  return place === -1 ? Number.POSITIVE_INFINITY : place
}
