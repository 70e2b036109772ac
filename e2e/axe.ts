import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'

/**
 * What axe finds on a page, a line for each rule that is broken; all rules unless some are named. WCAG 2.2's size of
 * targets (2.5.8) is among them, which axe leaves out by itself.
 */
export async function violationsOn(page: Page, rules?: string[]): Promise<string[]> {
  const builder = new AxeBuilder({ page })
  const asked = rules ? builder.withRules(rules) : builder.options({ rules: { 'target-size': { enabled: true } } })
  const { violations } = await asked.analyze()
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`)
}
