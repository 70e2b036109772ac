import { VERDICTS, type Verdict } from '@/lib/api/verdicts'
import { type Block, type Inline, plainText, readMarkdown } from './markdown'

/** What docs/on-call.md says of a verdict. */
export interface VerdictEntry {
  verdict: Verdict
  meaning: Inline[]
  /** What a strict monitor gets. */
  strict: Inline[]
  /** What to do. */
  action: Inline[]
}

/** A part of the run book: what stands under a heading of the second level, and under those of the third in it. */
export interface RunBookPart {
  title: string
  id: string
  blocks: Block[]
  sections: { title: string; id: string; blocks: Block[] }[]
}

/** docs/on-call.md as pages show it. */
export interface RunBook {
  /** What stands above the first part. */
  intro: Block[]
  parts: RunBookPart[]
  /** The rows of its table of verdicts, in its order. */
  verdicts: VerdictEntry[]
}

/** Reads docs/on-call.md. */
export function readRunBook(markdown: string): RunBook {
  const intro: Block[] = []
  const parts: RunBookPart[] = []
  for (const block of readMarkdown(markdown)) {
    const part = parts.at(-1)
    if (block.kind === 'heading' && block.level === 1) continue
    if (block.kind === 'heading' && block.level === 2) {
      parts.push({ title: block.text, id: block.id, blocks: [], sections: [] })
    } else if (block.kind === 'heading' && part) {
      part.sections.push({ title: block.text, id: block.id, blocks: [] })
    } else (part?.sections.at(-1)?.blocks ?? part?.blocks ?? intro).push(block)
  }
  const verdicts = parts.flatMap(({ blocks }) => blocks).flatMap(verdictsIn)
  return { intro, parts, verdicts }
}

/** The entries of a table of verdicts; none where the block is another one. */
export function verdictsIn(block: Block): VerdictEntry[] {
  if (block.kind !== 'table' || plainText(block.head[0] ?? []) !== 'Verdict') return []
  return block.rows.flatMap(([name = [], meaning = [], strict = [], action = []]) => {
    const verdict = VERDICTS.find((each) => each === plainText(name))
    return verdict ? [{ verdict, meaning, strict, action }] : []
  })
}
