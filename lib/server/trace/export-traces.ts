import { version } from '../../../package.json'
import { startTracing } from '../../platform/trace/trace'
import type { TraceSetting } from '../../platform/trace-setting'
import { Exporter } from './exporter'
import { otlpBody } from './otlp'
import { postSpans } from './post'

export function exportTraces(setting: TraceSetting): void {
  startTracing(setting, new Exporter((batch) => postSpans(setting, otlpBody(batch, setting, version))))
}
