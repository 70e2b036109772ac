import sandbox from './sandbox-network.json'

interface Example {
  kind: string
  title: string
  text: string
  path: string
}

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
