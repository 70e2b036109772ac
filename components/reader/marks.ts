import { shorten } from '@/lib/format/text'
import { knownProgram } from '@/lib/protocol/solana/known-programs'
import { differingRanges, lookAlikes } from './look-alikes'
import type { Labels } from './saved-pages'

/* Adds labels, names of known programs and look-alike warnings beside identifiers. facts/reliability.md S12. */

const IDENTIFIER = 'main bdi.id'

/** `::highlight(differs)` in the style sheet. */
const DIFFERS = 'differs'

export function markIdentifiers(labels: Labels): void {
  const identifiers = [...document.querySelectorAll<HTMLElement>(IDENTIFIER)]
  const alike = lookAlikes(identifiers.map((element) => element.textContent))
  const ranges: Range[] = []
  for (const element of identifiers) {
    const text = element.textContent
    const others = alike.get(text)
    const [first] = others ?? []
    element.toggleAttribute('data-alike', first !== undefined)
    if (first !== undefined) {
      for (const [from, to] of differingRanges(text, first)) ranges.push(rangeOf(element, from, to))
    }
    mark(element, partsOf(element, text, labels, others))
  }
  if (!('highlights' in CSS)) return
  if (ranges.length > 0) CSS.highlights.set(DIFFERS, new Highlight(...ranges))
  else CSS.highlights.delete(DIFFERS)
}

interface TextPart {
  className: string
  words: string
  about: string
}

function partsOf(
  element: HTMLElement,
  text: string,
  labels: Labels,
  others: readonly string[] | undefined,
): TextPart[] {
  const parts: TextPart[] = []
  const own = Object.hasOwn(labels, text) ? labels[text] : undefined
  const known =
    own !== undefined || element.closest('header, dd, p')?.querySelector('[data-known]') ? null : knownProgram(text)
  // Saved pages have their label in the link.
  if (own !== undefined && !element.closest('[data-entry]'))
    parts.push({ className: 'chip-own', words: own, about: 'your private label' })
  if (known) parts.push({ className: '', words: known.name, about: `known program: ${known.source}` })
  if (others) {
    const ends = others.map((other) => {
      const { head, middle, tail } = shorten(other)
      return middle === '' ? other : `${head}…${tail}`
    })
    parts.push({ className: 'chip-doubt', words: 'look-alike', about: `looks like ${ends.join(', ')}, but differs` })
  }
  return parts
}

function mark(element: HTMLElement, parts: readonly TextPart[]): void {
  const holder = element.closest('a') ?? element
  const next = holder.nextElementSibling
  const there = next instanceof HTMLElement && next.dataset.mark !== undefined ? next : null
  const key = parts.map(({ className, words, about }) => `${className} ${words} ${about}`).join('\n')
  if (key === (there?.dataset.mark ?? '')) return
  there?.remove()
  if (parts.length === 0) return
  const box = document.createElement('span')
  box.dataset.mark = key
  for (const { className, words, about } of parts) {
    const chip = document.createElement('span')
    chip.className = `chip ${className}`
    chip.title = about
    const name = document.createElement('bdi')
    name.textContent = words
    const explained = document.createElement('span')
    explained.className = 'sr-only'
    explained.textContent = ` (${about})`
    chip.append(name, explained)
    box.append(' ', chip)
  }
  holder.after(box)
}

function rangeOf(element: Element, from: number, to: number): Range {
  const range = document.createRange()
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
  let before = 0
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const length = node.nodeValue?.length ?? 0
    if (from >= before && from <= before + length) range.setStart(node, from - before)
    if (to >= before && to <= before + length) {
      range.setEnd(node, to - before)
      break
    }
    before += length
  }
  return range
}
