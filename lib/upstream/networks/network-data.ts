import sandbox from './sandbox-network.json'

/** A link to a good example of one kind of page. */
interface Example {
  /** What it is an example of, for tests and pages that pick one: `owner`, `delegate`, `consumed` and the like. */
  kind: string
  title: string
  /** One sentence: what there is to see. */
  text: string
  /** Path in the explorer, without the network. */
  path: string
}

/** What is known about a network beside its URL. Data, not code of a page (design.md 4.3). */
export interface NetworkAbout {
  /** How the network is called where it is explained, e.g. what a sandbox is. */
  label: string
  about: string
  /** What of it is removed and when: an old link may lead to something that was there. Absent where nothing is. */
  removed?: string
  examples: Example[]
}

/** Data of embedded networks, by name: the recorder writes `network-data/<name>.json`. */
const ABOUT: Readonly<Record<string, NetworkAbout>> = { sandbox }

/** What is known about a network; null where nothing was written. */
export function aboutNetwork(name: string): NetworkAbout | null {
  return Object.hasOwn(ABOUT, name) ? (ABOUT[name] ?? null) : null
}
