import { answerApi, routeHandlers } from '@/lib/api/handlers'
import { answerIncident } from '@/lib/status/incident-api'

/** At /status/incident/<id>.json and .md. */
export const { GET, HEAD, OPTIONS } = routeHandlers((request, left) =>
  answerApi(request, left, '/status/incident/[id]', (search) =>
    answerIncident(request.target.split('?')[0] ?? '', search),
  ),
)
