import { routeHandlers } from '@/lib/api/handlers'
import { answerHealthz } from '@/lib/server/liveness/liveness'

export const { GET, HEAD, OPTIONS } = routeHandlers(answerHealthz)
