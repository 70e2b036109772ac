import { answerApi, answerOptions, refuseMethod, takeNetwork } from '@/lib/gateway/api'
import { answerOperation } from '@/lib/gateway/api-operation'

/** GET /api/v1/<methodName>: any operation of the interface, as JSON with exact integers. design.md 4.4. */
export async function GET(request: Request, { params }: { params: Promise<{ method: string }> }): Promise<Response> {
  const { method } = await params
  return answerApi(request, (search) => answerOperation(method, takeNetwork(search), search))
}

export {
  answerOptions as OPTIONS,
  GET as HEAD,
  refuseMethod as DELETE,
  refuseMethod as PATCH,
  refuseMethod as POST,
  refuseMethod as PUT,
}
