/** The proxy on the way failed: nothing is known of the host behind it. Its text names no host. */
export class ProxyError extends Error {
  override readonly name = 'ProxyError'
  /** For counts and logs: `PROXY_` and Node’s code or the proxy’s status. */
  readonly code: string

  constructor(readonly reason: string) {
    super(wordsFor(reason))
    this.code = `PROXY_${reason}`
  }

  static of(error: NodeJS.ErrnoException): ProxyError {
    return isProxyError(error) ? error : new ProxyError(error.code ?? 'FAILED')
  }
}

export function isProxyError(error: unknown): error is ProxyError {
  return error instanceof Error && error.name === 'ProxyError'
}

function wordsFor(reason: string): string {
  if (reason === 'HTTP_407') return 'The HTTP proxy wants other credentials (HTTP 407)'
  const [, status] = /^HTTP_(\d+)$/.exec(reason) ?? []
  if (status !== undefined) return `The HTTP proxy refused the connection (HTTP ${status})`
  return `The HTTP proxy ${WORDS[reason] ?? 'cannot be reached'} (${reason})`
}

const WORDS: Readonly<Record<string, string>> = {
  ECONNRESET: 'closed the connection',
  EPIPE: 'closed the connection',
  ETIMEDOUT: 'does not answer',
  ENOTFOUND: 'has a host name that was not found',
  EAI_AGAIN: 'has a host name that could not be resolved',
}

/**
 * The proxy’s part in a request that failed; null: it has none. Where the proxy makes the request, a connection that is lost is
 * the one to the proxy.
 */
export function proxyErrorOf({ via }: { via: string | null }, error: NodeJS.ErrnoException): ProxyError | null {
  if (isProxyError(error)) return error
  const isConnection = error.code !== undefined && !/^(ABORT_ERR$|HPE_)/.test(error.code)
  return via === 'forward' && isConnection ? ProxyError.of(error) : null
}

/** The proxy’s refusal to make a request; null: it is none. Only proxies answer 407. */
export function proxyRefusalOf({ via }: { via: string | null }, status = 0): ProxyError | null {
  return via === 'forward' && status === 407 ? new ProxyError('HTTP_407') : null
}
