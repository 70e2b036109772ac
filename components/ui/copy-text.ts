const load = () => import('./copy-selected')

export function prepareToCopy(): void {
  if (!navigator.clipboard) load().catch(() => {})
}

/**
 * Call from a click or key handler. Where copying fails (plain http has no clipboard), shows the text selected.
 * @returns whether it was copied
 */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return load().then(
      ({ copySelected }) => copySelected(text),
      () => false,
    )
  }
}
