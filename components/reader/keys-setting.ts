/* Single-key shortcuts can be switched off, for speech input: WCAG 2.1.4. */

const KEY = 'leafscan.keys'

let here: boolean | null = null

export function keysOn(): boolean {
  if (here !== null) return here
  try {
    return localStorage.getItem(KEY) !== 'off'
  } catch {
    return true
  }
}

export function keepKeys(on: boolean): void {
  here = on
  try {
    if (on) localStorage.removeItem(KEY)
    else localStorage.setItem(KEY, 'off')
  } catch {
    // Without storage, the setting lasts until the page is left.
  }
}
