import { readEnvironment } from '../environment'
import { once } from '../once'

/** The HTTP proxies that the environment names; null: none. */
export const proxies = once(() => readEnvironment(process.env, '/').proxies)
