/** True where a reader takes this content coding: named or meant by `*`, and not with a weight of zero. RFC 9110 12.5.3. */
export function accepts(acceptEncoding: string | undefined, coding: string): boolean {
  if (acceptEncoding === undefined) return false
  const weights = new Map(
    acceptEncoding.split(',').map((part) => {
      const [name = '', ...parameters] = part.toLowerCase().split(';')
      return [name.trim(), !parameters.some((parameter) => /^\s*q=0(\.0*)?\s*$/.test(parameter))]
    }),
  )
  return weights.get(coding) ?? weights.get('*') ?? false
}
