import 'server-only'
import type { NetworkSetting, PathForm } from '../../platform/environment'
import { type Target, targetOf } from '../../rpc-client/target'
import { Secrets } from './secrets'

/** Hides a URL, which may hold a key, in private fields: absent from JSON and console output. */
export class Endpoint {
  readonly #url: URL
  #form: PathForm | null
  readonly isFormSet: boolean
  readonly #secrets: Secrets
  readonly #isDirect: boolean
  readonly loopback: boolean

  constructor(setting: Pick<NetworkSetting, 'url' | 'path'> & { embedded?: boolean }) {
    this.#url = new URL(setting.url)
    this.#form = setting.path
    this.isFormSet = setting.path !== null
    this.#secrets = new Secrets(this.#url)
    this.#isDirect = setting.embedded ?? false
    this.loopback = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(this.#url.hostname)
  }

  get form(): PathForm | null {
    return this.#form
  }

  takes(form: PathForm): void {
    this.#form = form
  }

  /** Adds the method to the path (Interface 1, rule 1), unless the form is `base` (INDEXER_PATH). */
  target(method: string, form: PathForm = this.#form ?? 'method'): Target {
    const target = { ...targetOf(this.#url), ...(this.#isDirect && { isDirect: true }) }
    const { pathname, search } = this.#url
    return form === 'base' ? target : { ...target, path: `${pathname.replace(/\/+$/, '')}/${method}${search}` }
  }

  /** Only for lib/status/alerts: some webhooks need parts of their URL elsewhere in a request. */
  use<T>(make: (url: URL) => T): T {
    return make(new URL(this.#url))
  }

  /** True if the result holds part of the URL, in any spelling. */
  isInResult(result: unknown): Promise<boolean> {
    return this.#secrets.inResult(result)
  }
}
