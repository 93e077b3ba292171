import { All, Controller, Req, Res, type Type, UseFilters, UseGuards } from '@nestjs/common';
import type { HttpRequest, HttpResponse } from '../../net/http-message.js';
import { A2AGuard } from '../../security/a2a.guard.js';
import { HttpJsonExceptionFilter } from '../http-json/http-json-exception.filter.js';
import { ArtifactsEndpoint } from './artifacts.endpoint.js';

/**
 * The controller of the contents of artifacts below a path. It takes every verb and every path, so that all that is
 * refused there is refused in the form of the HTTP+JSON binding, after the guard.
 *
 * @param base begins with a slash
 */
export function createArtifactsController(base: string): Type<object> {
  @Controller(base)
  @UseFilters(HttpJsonExceptionFilter)
  @UseGuards(A2AGuard)
  class ArtifactsController {
    constructor(private readonly endpoint: ArtifactsEndpoint) {}

    @All(['/', '{*path}'])
    answer(@Req() request: HttpRequest, @Res({ passthrough: true }) response: HttpResponse): Promise<object> {
      return this.endpoint.answer({ request, response });
    }
  }
  return ArtifactsController;
}
