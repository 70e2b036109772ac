// The reporter for vitest: how many tests ran, and the first failure by the clock, with its message. Its own JSON
// has failures by file, so that what a failure brings about in another file may stand before it, and calls time-outs wrong.
import fs from 'node:fs'
import path from 'node:path'

/** @typedef {{ tests: number, first: { place: string, message: string } | null }} Report */

/** @typedef {import('vitest/node').TestModule} TestModule */

/** @typedef {import('vitest/node').Reporter} Reporter */

/** @implements {Reporter} */
export default class FirstFailure {
  /** @type {Report} */
  #report = { tests: 0, first: null }

  /** @param {import('vitest/node').TestCase} test */
  onTestCaseResult(test) {
    const { state, errors = [] } = test.result()
    if (state !== 'skipped') this.#report.tests++
    if (state === 'failed') this.#failed(test.module, errors, test.fullName)
  }

  /** @param {import('vitest/node').TestSuite} suite */
  onTestSuiteResult(suite) {
    if (suite.errors().length > 0) this.#failed(suite.module, suite.errors(), suite.fullName)
  }

  /** @param {TestModule} module */
  onTestModuleEnd(module) {
    if (module.errors().length > 0) this.#failed(module, module.errors())
  }

  /** @param {readonly TestModule[]} _ @param {readonly import('vitest').SerializedError[]} unhandled */
  onTestRunEnd(_, unhandled) {
    const [error] = unhandled
    if (error) this.#report.first ??= { place: 'outside of tests', message: String(error.message) }
    const file = process.env.MUTATED_REPORT
    if (file === undefined) throw new Error('MUTATED_REPORT is not set')
    fs.mkdirSync(path.dirname(file), { recursive: true })
    fs.writeFileSync(file, JSON.stringify(this.#report))
  }

  /** @param {TestModule} module @param {readonly { message: string }[]} errors @param {string} [name] */
  #failed({ relativeModuleId }, [error], name) {
    const place = name === undefined ? relativeModuleId : `${relativeModuleId} › ${name}`
    this.#report.first ??= { place, message: String(error?.message) }
  }
}
