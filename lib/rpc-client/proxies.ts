import { readEnvironment } from '../platform/environment'
import { once } from '../platform/once'

/** The HTTP proxies that the environment names; null: none. */
export const proxies = once('proxies', () => readEnvironment(process.env, '/').proxies)
