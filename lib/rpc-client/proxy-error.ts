/** The proxy failed: the host behind it is unknown. The message names no host. */
export class ProxyError extends Error {
  override readonly name = 'ProxyError'
  readonly code: string

  constructor(reason: string) {
    super(wordsFor(reason))
    this.code = `PROXY_${reason}`
  }

  static of(error: NodeJS.ErrnoException): ProxyError {
    return error.name === 'ProxyError' ? (error as ProxyError) : new ProxyError(error.code ?? 'FAILED')
  }
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

/** null: not the proxy's fault. With `forward`, a lost connection is always the proxy's. */
export function proxyErrorOf(via: string | null, error: NodeJS.ErrnoException): ProxyError | null {
  const isConnection = via === 'forward' && error.code !== undefined && !error.code.startsWith('HPE_')
  return isConnection || error.name === 'ProxyError' ? ProxyError.of(error) : null
}
