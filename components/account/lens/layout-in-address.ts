import { fragmentOf, layoutInFragment } from '@/lib/account/lens/layout-fragment'
import { NO_LAYOUT, type UsedLayout } from './used-layout'

/** The page's address, as far as a layout needs it. */
export interface Address {
  pathname(): string
  /** With its #; empty for none. */
  fragment(): string
  /** Changes the address without a step in the history. */
  setFragment(fragment: string): void
  /** Calls back when the reader goes back, forth, or writes another one. @returns a function that ends that */
  watch(changed: () => void): () => void
}

/** Reads the text of a layout; loaded when it is needed. */
export type LayoutParser = (text: string) => Omit<UsedLayout, 'text'>

/**
 * The layout of an address, which is the state: this is what was read from it last. The parser is loaded when an address
 * names a layout, so that pages without one do not carry it.
 */
export class LayoutInAddress {
  #used = NO_LAYOUT
  /** Pages of one list keep their layout, though links between them do not name it. */
  #listLayout: { pathname: string; text: string } | null = null
  readonly #listeners = new Set<() => void>()
  #unwatch = () => {}

  constructor(
    private readonly address: Address,
    private readonly loadParser: () => Promise<LayoutParser>,
  ) {}

  /** For useSyncExternalStore. */
  readonly read = (): UsedLayout => this.#used

  /** For useSyncExternalStore. */
  readonly subscribe = (listener: () => void): (() => void) => {
    if (this.#listeners.size === 0) this.#unwatch = this.address.watch(() => this.#sync())
    this.#listeners.add(listener)
    this.#sync()
    return () => {
      this.#listeners.delete(listener)
      if (this.#listeners.size === 0) this.#unwatch()
    }
  }

  /** Puts a layout into the address, or takes it out. */
  set(text: string | null): void {
    this.address.setFragment(fragmentOf(text))
    this.#sync()
  }

  /** Puts it back into the address of another page of the same list, whose link did not name it. */
  keepOn(pathname: string): void {
    if (this.#listLayout?.pathname !== pathname || layoutInFragment(this.address.fragment()) !== null) return
    this.address.setFragment(fragmentOf(this.#listLayout.text))
  }

  #sync(): void {
    const text = layoutInFragment(this.address.fragment())
    this.#listLayout = text === null ? null : { pathname: this.address.pathname(), text }
    if (text === this.#used.text) return
    this.#become(text === null ? NO_LAYOUT : { ...NO_LAYOUT, text })
    if (text === null) return
    const come = (next: () => UsedLayout) => {
      // Another one may stand in the address by now.
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
