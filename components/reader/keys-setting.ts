/*
 * Whether single letters act. People who speak to their computer, or whose hands slip, switch them off: WCAG 2.1.4.
 */

const KEY = 'leafscan.keys'

let here: boolean | null = null

/** Whether single keys act: yes, unless the reader has switched them off in this browser. */
export function keysOn(): boolean {
  if (here !== null) return here
  try {
    return localStorage.getItem(KEY) !== 'off'
  } catch {
    return true
  }
}

/** Switches single keys on or off, in this browser and from now on. */
export function keepKeys(on: boolean): void {
  here = on
  try {
    if (on) localStorage.removeItem(KEY)
    else localStorage.setItem(KEY, 'off')
  } catch {
    // It holds until the page is left.
  }
}
