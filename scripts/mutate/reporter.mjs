// What vitest is told to report with: how many tests ran, and the first failure by the clock, with its words. Its own JSON
// has failures by file, so that what a failure brings about in another file may stand before it, and calls time-outs wrong.
import fs from 'node:fs'
import path from 'node:path'

/** @typedef {{ tests: number, first: { place: string, message: string } | null }} Report */

export default class FirstFailure {
  /** @type {Report} */
  #report = { tests: 0, first: null }

  onTestCaseResult(test) {
    const { state, errors = [] } = test.result()
    if (state !== 'skipped') this.#report.tests++
    if (state === 'failed') this.#failed(test.module, errors, test.fullName)
  }

  onTestSuiteResult(suite) {
    if (suite.errors().length > 0) this.#failed(suite.module, suite.errors(), suite.fullName)
  }

  onTestModuleEnd(module) {
    if (module.errors().length > 0) this.#failed(module, module.errors())
  }

  onTestRunEnd(_, unhandled) {
    const [error] = unhandled
    if (error) this.#report.first ??= { place: 'outside of tests', message: String(error.message) }
    const file = process.env.MUTATED_REPORT
    fs.mkdirSync(path.dirname(file), { recursive: true })
    fs.writeFileSync(file, JSON.stringify(this.#report))
  }

  #failed({ relativeModuleId }, [error], name) {
    const place = name === undefined ? relativeModuleId : `${relativeModuleId} › ${name}`
    this.#report.first ??= { place, message: String(error?.message) }
  }
}
