/** Headers of every answer for machines: data is public and may be used from anywhere. */
export const COMMON_HEADERS = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'Age, Cache-Status, ETag, Retry-After, X-Request-Id',
  'cross-origin-resource-policy': 'cross-origin',
}
