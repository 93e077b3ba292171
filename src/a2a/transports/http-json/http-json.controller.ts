import { All, Controller, Req, Res, type Type, UseFilters, UseGuards } from '@nestjs/common';
import type { HttpRequest, HttpResponse } from '../../net/http-message.js';
import { A2AGuard } from '../../security/a2a.guard.js';
import { HttpJsonEndpoint } from './http-json.endpoint.js';
import { HttpJsonExceptionFilter } from './http-json-exception.filter.js';

/**
 * The controller of the HTTP+JSON binding below a path (section 11). It takes every verb and every path: those of
 * the protocol have colons that web servers read as something else, and all others are refused in the binding's
 * own words.
 *
 * @param base begins with a slash
 */
export function createHttpJsonController(base: string): Type<object> {
  @Controller(base)
  @UseFilters(HttpJsonExceptionFilter)
  @UseGuards(A2AGuard)
  class HttpJsonController {
    constructor(private readonly endpoint: HttpJsonEndpoint) {}

    @All(['/', '{*path}'])
    answer(@Req() request: HttpRequest, @Res({ passthrough: true }) response: HttpResponse): Promise<object> {
      return this.endpoint.answer({ request, response });
    }
  }
  return HttpJsonController;
}
