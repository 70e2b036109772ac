import { groupDigits, type Integer } from './integers'

/**
 * An amount of base units with its decimal point, by digits and never through a float: `9,007,199.254740995`.
 * @param decimals digits behind the point; 0 where none are known: base units as they are
 */
export function formatUnits(amount: Integer, decimals = 0): string {
  if (amount < 0) return `-${formatUnits(-BigInt(amount), decimals)}`
  const digits = String(amount).padStart(decimals + 1, '0')
  const point = digits.length - decimals
  const fraction = digits.slice(point).replace(/0+$/, '')
  const whole = groupDigits(BigInt(digits.slice(0, point)))
  return fraction === '' ? whole : `${whole}.${fraction}`
}

/** The same as a program or a spreadsheet reads it: `9007199.254740995`. */
export function bareUnits(amount: Integer, decimals = 0): string {
  return formatUnits(amount, decimals).replaceAll(',', '')
}

/** Digits behind the decimal point of a formatted amount. */
export function decimalsOf(text: string): number {
  const point = text.indexOf('.')
  return point === -1 ? 0 : text.length - point - 1
}

/** The zeros that bring an amount's decimal point below those of a column with so many decimals. */
export function zerosFor(text: string, decimals: number): string {
  const own = decimalsOf(text)
  return (own === 0 && decimals > 0 ? '.' : '') + '0'.repeat(Math.max(0, decimals - own))
}
