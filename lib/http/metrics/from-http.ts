import 'server-only'
import type { Families } from '../../metrics/families'
import { requestCounts } from '../request-counts'
import { pageTurns } from '../turns/page-turns'
import { refusals } from './refusals'

/** What readers were answered, as the guard counts it. facts/reliability.md (f). */
export function addHttp(families: Families): void {
  families.counter('explorer_http_requests_total', 'Requests answered, by route, method and status.', function* () {
    for (const { route, method, code, count } of requestCounts().answers.values()) {
      yield { labels: { route, method, code: String(code) }, value: count }
    }
  })
  families.histogram(
    'explorer_http_request_duration_seconds',
    'Time from the headers of a request to the last byte of its answer; cache says how an answer of the API came.',
    function* () {
      for (const { route, cache, histogram } of requestCounts().seconds.values()) {
        yield { labels: { route, cache }, histogram }
      }
    },
  )
  families.gauge('explorer_http_in_flight_requests', 'Requests being answered.', function* () {
    yield { value: requestCounts().inFlight }
  })
  families.histogram('explorer_http_response_size_bytes', 'Size of the bodies of answers, as sent.', function* () {
    for (const { route, histogram } of requestCounts().bytes.values()) yield { labels: { route }, histogram }
  })
  const turns = () => Object.entries(pageTurns()).map(([size, of]) => ({ labels: { size }, of }))
  families.gauge('explorer_pages_drawn_at_once', 'Pages that have their place.', function* () {
    for (const { labels, of } of turns()) yield { labels, value: of.running }
  })
  families.gauge('explorer_pages_waiting', 'Pages that wait for their turn.', function* () {
    for (const { labels, of } of turns()) yield { labels, value: of.waiting }
  })
  families.counter('explorer_pages_refused_total', 'Pages answered 503, because too many waited.', function* () {
    for (const { labels, of } of turns()) yield { labels, value: of.refused }
  })
  families.counter(
    'explorer_validation_failures_total',
    'Parameters of the API that were refused, by route and name.',
    function* () {
      for (const { route, param, count } of refusals().values()) yield { labels: { route, param }, value: count }
    },
  )
}
