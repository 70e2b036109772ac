export const REQUEST_ID = 'test-account'

export function requestText({ method, params }: { method: string; params?: string }): string {
  const rest = params === undefined ? '' : `,"params":${params}`
  return `{"jsonrpc":"2.0","id":"${REQUEST_ID}","method":"${method}"${rest}}`
}
