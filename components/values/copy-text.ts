/**
 * Copies a text, called from a click or a key. Where it cannot (plain http has no clipboard, a browser may refuse), shows the
 * text selected, to be copied by hand.
 * @returns whether it was copied
 */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    if (copySelected(text)) return true
    const { copyByHand } = await import('./copy-by-hand')
    copyByHand(text)
    return false
  }
}

/** Copies by a selection, which browsers allow everywhere; focus and selection are the reader's again afterwards. */
function copySelected(text: string): boolean {
  const focused = document.activeElement
  const selection = document.getSelection()
  const range = selection?.rangeCount ? selection.getRangeAt(0) : null
  const field = document.createElement('textarea')
  field.className = 'sr-only'
  field.readOnly = true
  field.value = text
  // Outside of an open dialog nothing can be selected.
  const dialog = [...document.querySelectorAll('dialog[open]')].at(-1)
  ;(dialog ?? document.body).append(field)
  field.focus({ preventScroll: true })
  field.select()
  try {
    return document.execCommand('copy')
  } catch {
    return false
  } finally {
    field.remove()
    if (focused instanceof HTMLElement) focused.focus({ preventScroll: true })
    if (range && !range.collapsed) {
      selection?.removeAllRanges()
      selection?.addRange(range)
    }
  }
}
