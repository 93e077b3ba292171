import { All, Controller, HttpCode, Post, Req, Res, type Type, UseFilters, UseGuards } from '@nestjs/common';
import type { HttpRequest, HttpResponse } from '../../net/http-message.js';
import { A2AGuard } from '../../security/a2a.guard.js';
import { type HttpAnswer, JsonRpcEndpoint } from './json-rpc.endpoint.js';
import { JsonRpcExceptionFilter } from './json-rpc-exception.filter.js';

/** Where the binding is mounted unless the options say otherwise. */
export const DEFAULT_JSON_RPC_PATH = '/a2a/jsonrpc';

/**
 * The controller of the JSON-RPC binding at a path (section 9).
 *
 * @param path begins with a slash; a slash at the end of the request's path makes no difference
 */
export function createJsonRpcController(path: string): Type<object> {
  @Controller(path)
  @UseFilters(JsonRpcExceptionFilter)
  class JsonRpcController {
    constructor(private readonly endpoint: JsonRpcEndpoint) {}

    @Post()
    @HttpCode(200)
    @UseGuards(A2AGuard)
    call(
      @Req() request: HttpRequest,
      @Res({ passthrough: true }) response: HttpResponse,
    ): Promise<HttpAnswer> {
      return this.endpoint.answer({ request, response });
    }

    @All()
    refuse(): HttpAnswer {
      return this.endpoint.refuseVerb();
    }
  }
  return JsonRpcController;
}
