import sandbox from './sandbox-network.json'

interface Example {
  kind: string
  title: string
  text: string
  /** In the explorer, without the network. */
  path: string
}

/** Data, not page code (design.md 4.3). */
export interface NetworkAbout {
  label: string
  about: string
  /** What is removed and when, for readers of old links. Absent: nothing. */
  removed?: string
  examples: Example[]
}

const ABOUT: Readonly<Record<string, NetworkAbout>> = { sandbox }

export function aboutNetwork(name: string): NetworkAbout | null {
  return Object.hasOwn(ABOUT, name) ? (ABOUT[name] ?? null) : null
}
