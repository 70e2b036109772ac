export const COMMON_HEADERS = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'Age, Cache-Status, ETag, Retry-After, X-Request-Id',
  'cross-origin-resource-policy': 'cross-origin',
}
