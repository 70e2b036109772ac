import { columnsOf, TABLES } from '@/lib/listing/address/columns'

/*
 * Equal identifiers and slots light up together while one of them has the pointer or the focus. features.md a55.
 */

const SLOT_HEADINGS = new Set(
  TABLES.flatMap((rows) => columnsOf(rows).flatMap(({ name, heading }) => (name === 'slot' ? [heading] : []))),
)
const VALUE = ['bdi.id', ...[...SLOT_HEADINGS].map((heading) => `td[data-label="${heading}"] data`)].join()

/** Marks what equals the value at hand, by an attribute that the style sheet knows. */
export class EqualValues {
  private lit: Element[] = []
  private text: string | null = null

  /** @param at what the pointer or the focus came to */
  show(at: Element | null): void {
    const value = at && valueAt(at)
    const text = value ? textOf(value) : null
    if (text === this.text) return
    this.text = text
    for (const element of this.lit) element.removeAttribute('data-lit')
    if (text === null) {
      this.lit = []
      return
    }
    this.lit = [...document.querySelectorAll(VALUE)].filter((element) => textOf(element) === text)
    // One alone equals nothing.
    if (this.lit.length < 2) this.lit = []
    for (const element of this.lit) element.setAttribute('data-lit', '')
  }
}

/** The value that an element is, lies in, or belongs to: a link around it, the copy button beside it. */
function valueAt(at: Element): Element | null {
  const around = at.closest(VALUE)
  if (around || !at.matches('a, button')) return around
  return at.querySelector(VALUE) ?? at.parentElement?.querySelector(`:scope > :is(${VALUE}, a > ${VALUE})`) ?? null
}

/** Slots by their digits, identifiers by their whole text. */
function textOf(element: Element): string {
  return element instanceof HTMLDataElement ? element.value : element.textContent
}
