import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { displayableMints, tokenUnits } from '@/lib/account/mints/contract'
import { mintInfo } from '@/lib/testing/made-mints'
import { AmountCell, NOT_NARROWED } from '../account/token-cells'
import { TokenAmount } from './amounts'
import { ExactTokens } from './exact-tokens'

const info = (decimals: number) => mintInfo('mint', decimals)

function copies(html: string): Record<string, string> {
  const buttons = [...html.matchAll(/data-copy="([^"]*)" aria-label="Copy ([^"]*)"/g)]
  return Object.fromEntries(buttons.map(([, text, what]) => [what, text]))
}

const textOf = (html: string) => html.replace(/<span aria-hidden.*?<\/span>/g, '').replace(/<[^>]*>/g, '')

const AMOUNTS = [9_007_199_254_740_993n, 123_456_789_012_345_678n, 2n ** 64n - 1n]

describe('an amount', () => {
  test.each([
    [0, ['9007199254740993', '123456789012345678', '18446744073709551615']],
    [6, ['9007199254.740993', '123456789012.345678', '18446744073709.551615']],
    [9, ['9007199.254740993', '123456789.012345678', '18446744073.709551615']],
    [20, ['0.00009007199254740993', '0.00123456789012345678', '0.18446744073709551615']],
    // More decimals than possible: the mint is not trusted, the amount is in base units.
    [255, ['9007199254740993', '123456789012345678', '18446744073709551615']],
  ])('of a mint with %i decimals is copied as it is seen, to the digit', (decimals, copied) => {
    const mints = displayableMints({ mint: info(decimals) })
    for (const [i, amount] of AMOUNTS.entries()) {
      const units = tokenUnits(mints, [{ mint: 'mint', amount }])
      const token = { mint: 'mint', amount, owner: '', delegate: null, state: '', tlv: null }
      const cell = renderToStaticMarkup(
        <AmountCell token={token} units={units} cluster={undefined} narrow={NOT_NARROWED} />,
      )
      expect(copies(cell)).toEqual({ amount: copied[i] })
      expect(textOf(cell).replaceAll(',', '')).toBe(copied[i])
      const detail = copies(renderToStaticMarkup(<ExactTokens amount={amount} info={mints.mint} copy="amount" />))
      expect(detail).toEqual({
        amount: copied[i],
        ...(mints.mint && { 'amount in base units': String(amount) }),
      })
    }
  })

  test('of a mint that the page did not know says its unit beside amounts in tokens', () => {
    const units = tokenUnits({ mint: info(6) }, [{ mint: 'mint', amount: 1n }])
    const amount = (mint: string) =>
      textOf(renderToStaticMarkup(<TokenAmount amount={42n} mint={mint} units={units} />))
    expect(amount('mint')).toBe('0.000042')
    expect(amount('later')).toBe('42base units')
  })
})
