import { layoutFragment, layoutInFragment } from '@/lib/account/lens/layout-fragment'
import { NO_LAYOUT, type UsedLayout } from './used-layout'

export interface Address {
  pathname(): string
  fragment(): string
  /** Replaces the history entry. */
  setFragment(fragment: string): void
  watch(changed: () => void): () => void
}

export type LayoutParser = (text: string) => Omit<UsedLayout, 'text'>

/** Characters that mail and chat programs keep in a link. */
const MAX_FRAGMENT = 6_000

/** In the fragment instead of an IDL that is too large for it. */
export const KEPT = 'kept'

/** The URL fragment is the source of truth; this caches what was last read. The parser is loaded only when there is a layout. */
export class LayoutInAddress {
  #used = NO_LAYOUT
  /** An IDL too large for a link: of this tab. */
  #kept: string | null = null
  /** Links between pages of a list omit the fragment, so the layout is restored for the same path. */
  #listLayout: { pathname: string; text: string } | null = null
  readonly #listeners = new Set<() => void>()
  #unwatch = () => {}

  constructor(
    private readonly address: Address,
    private readonly loadParser: () => Promise<LayoutParser>,
  ) {}

  readonly read = (): UsedLayout => this.#used

  readonly subscribe = (listener: () => void): (() => void) => {
    if (this.#listeners.size === 0) this.#unwatch = this.address.watch(() => this.#sync())
    this.#listeners.add(listener)
    this.#sync()
    return () => {
      this.#listeners.delete(listener)
      if (this.#listeners.size === 0) this.#unwatch()
    }
  }

  set(text: string | null): void {
    const fragment = layoutFragment(text)
    const isLarge = fragment.length > MAX_FRAGMENT
    this.#kept = isLarge ? text : null
    this.address.setFragment(isLarge ? `#idl=${KEPT}` : fragment)
    this.#sync()
  }

  keepOn(pathname: string): void {
    if (this.#listLayout?.pathname !== pathname || layoutInFragment(this.address.fragment()) !== null) return
    this.address.setFragment(layoutFragment(this.#listLayout.text))
  }

  #sync(): void {
    const linked = layoutInFragment(this.address.fragment())
    const text = linked === KEPT ? (this.#kept ?? KEPT) : linked
    this.#listLayout = text === null ? null : { pathname: this.address.pathname(), text }
    if (text === this.#used.text) return
    this.#become(text === null ? NO_LAYOUT : { ...NO_LAYOUT, text })
    if (text === null) return
    const come = (next: () => UsedLayout) => {
      if (this.#used.text === text) this.#become(next())
    }
    this.loadParser().then(
      (parse) => come(() => ({ text, ...parse(text) })),
      // Offline, for instance: the table has no extra columns until the address is read again.
      () => come(() => NO_LAYOUT),
    )
  }

  #become(next: UsedLayout): void {
    this.#used = next
    for (const listener of this.#listeners) listener()
  }
}
