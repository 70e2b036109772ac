import 'server-only'
import type { NetworkSetting, PathForm } from '../../platform/environment'
import { type Target, targetOf } from '../../rpc-client/target'
import { Secrets } from './secrets'

/**
 * The base URL of an indexer. It may carry a key in its path, query or user-info, so it can be used but not read: the
 * fields are private to the runtime too, and neither JSON nor console shows them.
 */
export class Endpoint {
  readonly #url: URL
  #form: PathForm | null
  /** True where the operator has said which form it takes. */
  readonly isFormSet: boolean
  readonly #secrets: Secrets
  readonly #isDirect: boolean
  /** True for an indexer on this machine. */
  readonly loopback: boolean

  /** `embedded`: wherever it listens, our own indexer is beside us, and no proxy leads to it. */
  constructor(setting: Pick<NetworkSetting, 'url' | 'path'> & { embedded?: boolean }) {
    this.#url = new URL(setting.url)
    this.#form = setting.path
    this.isFormSet = setting.path !== null
    this.#secrets = new Secrets(this.#url)
    this.#isDirect = setting.embedded ?? false
    this.loopback = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(this.#url.hostname)
  }

  /** How it takes operations; null: that is not known yet. */
  get form(): PathForm | null {
    return this.#form
  }

  /** From now on it is asked in this form. */
  takes(form: PathForm): void {
    this.#form = form
  }

  /**
   * Where `method` is asked: its name is put into the path, before the query (Interface 1, rule 1), unless the indexer
   * wants requests at the base URL (INDEXER_PATH). User-info becomes an Authorization header.
   */
  target(method: string, form: PathForm = this.#form ?? 'method'): Target {
    const target = { ...targetOf(this.#url), ...(this.#isDirect && { isDirect: true }) }
    const { pathname, search } = this.#url
    return form === 'base' ? target : { ...target, path: `${pathname.replace(/\/+$/, '')}/${method}${search}` }
  }

  /** What a function that keeps no text makes of the URL: a name of it that does not reveal it. */
  digest(make: (url: string) => string): string {
    return make(this.#url.href)
  }

  /** For receivers of alerts, which want pieces of their URL in other places of a request: lib/status/alerts alone. */
  use<T>(make: (url: URL) => T): T {
    return make(new URL(this.#url))
  }

  /** True where a checked result holds a piece of the URL, in whatever spelling: it may be the key. */
  isInResult(result: unknown): Promise<boolean> {
    return this.#secrets.inResult(result)
  }
}
