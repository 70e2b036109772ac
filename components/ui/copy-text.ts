const load = () => import('./copy-selected')

/** Loads what copies where there is no clipboard, so that a click need not wait for it. */
export function prepareToCopy(): void {
  if (!navigator.clipboard) load().catch(() => {})
}

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
    return load().then(
      ({ copySelected, showSelected }) => copySelected(text) || showSelected(text),
      () => false,
    )
  }
}
