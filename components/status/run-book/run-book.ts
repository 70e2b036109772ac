import { VERDICTS, type Verdict } from '@/lib/api/verdicts'
import { type Block, type Inline, plainText, readMarkdown } from './markdown'

export interface VerdictEntry {
  verdict: Verdict
  meaning: Inline[]
  strict: Inline[]
  action: Inline[]
}

/** A level-2 section, with its level-3 sections. */
export interface RunBookPart {
  title: string
  id: string
  blocks: Block[]
  sections: { title: string; id: string; blocks: Block[] }[]
}

export interface RunBook {
  intro: Block[]
  parts: RunBookPart[]
  verdicts: VerdictEntry[]
}

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

export function verdictsIn(block: Block): VerdictEntry[] {
  if (block.kind !== 'table' || plainText(block.head[0] ?? []) !== 'Verdict') return []
  return block.rows.flatMap(([name = [], meaning = [], strict = [], action = []]) => {
    const verdict = VERDICTS.find((each) => each === plainText(name))
    return verdict ? [{ verdict, meaning, strict, action }] : []
  })
}
