import { routeHandlers } from '@/lib/api/handlers'
import { answerReadyz } from '@/lib/server/liveness/liveness'

export const { GET, HEAD, OPTIONS } = routeHandlers(answerReadyz)
