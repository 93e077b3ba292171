import type { INestApplication } from '@nestjs/common';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ANONYMOUS } from '../../identity/principal.js';
import type { A2AOptions } from '../../options/a2a-options.js';
import type { CardOptions } from '../../options/card-options.js';
import type { AgentCard } from '../../protocol/index.js';
import { SkillGroups } from '../../skills/skill-groups.service.js';
import { DiceSkills, OAUTH, OPTIONS, ReviewSkills, start } from '../testing/card-agent.js';
import { CARD_PATH } from './card.controller.js';
import { CardDocuments } from './card-documents.service.js';
import type { CardView } from './card-view.js';

describe('what a card shows', () => {
  describe('SD-005 the order of interfaces', () => {
    const bindingsWith = async (interfaces: CardOptions['interfaces']) => {
      const agent = await start({ ...OPTIONS, card: { interfaces } }, ['/a2a/jsonrpc', '/a2a/v1']);
      const card = (await (await fetch((await agent.getUrl()) + CARD_PATH)).json()) as AgentCard;
      await agent.close();
      return card.supportedInterfaces.map(({ protocolBinding }) => protocolBinding);
    };

    it('is the one that was chosen, and those that were not chosen follow', async () => {
      expect(await bindingsWith(undefined)).toEqual(['JSONRPC', 'HTTP+JSON']);
      expect(await bindingsWith(['HTTP+JSON'])).toEqual(['HTTP+JSON', 'JSONRPC']);
    });

    it('names none that is not mounted, and none twice', async () => {
      const interfaces = ['HTTP+JSON'] as const;
      await expect(start({ ...OPTIONS, card: { interfaces } }, ['/'])).rejects.toThrow(
        /HTTP\+JSON.*not mounted/,
      );
      await expect(
        start({ ...OPTIONS, card: { interfaces: ['JSONRPC', 'JSONRPC'] } }, ['/']),
      ).rejects.toThrow('twice');
    });
  });

  describe('what is not for everybody', () => {
    const secured: A2AOptions = {
      ...OPTIONS,
      oauth: OAUTH,
      card: { interfaces: ['JSONRPC', { binding: 'HTTP+JSON', visibility: { scope: 'ops' } }] },
    };
    const paths = ['/a2a/jsonrpc', '/a2a/v1'];
    const ada = { issuer: OAUTH.issuer, subject: 'ada', client: '', tenant: '', scopes: ['ops'] };
    const bob = { ...ada, subject: 'bob', scopes: [] };
    let agent: INestApplication;
    let documents: CardDocuments;
    beforeAll(async () => {
      agent = await start(secured, paths, [DiceSkills, ReviewSkills]);
      documents = agent.get(CardDocuments);
    });
    afterAll(() => agent.close());

    const shown = ({ card }: CardView) => [
      card.skills.map(({ id }) => id),
      card.supportedInterfaces.map(({ protocolBinding }) => protocolBinding),
    ];

    it('SD-022 A-6 is not on the public card, which says that there is more', async () => {
      const card = (await (await fetch((await agent.getUrl()) + CARD_PATH)).json()) as AgentCard;
      expect(card.skills.map(({ id }) => id)).toEqual(['roll_dice']);
      expect(card.supportedInterfaces.map(({ protocolBinding }) => protocolBinding)).toEqual(['JSONRPC']);
      expect(card.capabilities.extendedAgentCard).toBe(true);
    });

    it('A-19 SD-032 is on the extended card of who may see it, each view with a tag of its own', async () => {
      const [forAda, forBob] = [await documents.for(ada), await documents.for(bob)];
      expect(shown(forAda)).toEqual([
        ['roll_dice', 'review'],
        ['JSONRPC', 'HTTP+JSON'],
      ]);
      expect(shown(forBob)).toEqual([['roll_dice', 'review'], ['JSONRPC']]);
      expect(shown(await documents.for(ANONYMOUS))).toEqual([['roll_dice'], ['JSONRPC']]);
      expect(new Set([forAda.etag, forBob.etag, documents.public.etag]).size).toBe(3);
      expect(await documents.for({ ...ada, subject: 'eve' })).toBe(forAda);
    });

    it('BC-29 C10 leaves an empty list of skills, not none', async () => {
      const only = await start({ ...OPTIONS, oauth: OAUTH }, ['/'], [ReviewSkills]);
      const card: unknown = await (await fetch((await only.getUrl()) + CARD_PATH)).json();
      await only.close();
      expect(card).toMatchObject({ skills: [], capabilities: { extendedAgentCard: true } });
    });

    it('a group that is turned off leaves the cards, with new tags, and comes back', async () => {
      const groups = agent.get(SkillGroups, { strict: false });
      const before = await documents.for(bob);
      const unchanged = documents.public.etag;
      await groups.turn('reviews', 'off');
      const without = await documents.for(bob);
      expect(shown(without)[0]).toEqual(['roll_dice']);
      expect(without.etag).not.toBe(before.etag);
      expect(documents.public.etag).toBe(unchanged);
      await groups.turn('reviews', 'on');
      expect((await documents.for(bob)).etag).toBe(before.etag);
    });

    it('an agent that has no interface for everybody does not start', async () => {
      const card: CardOptions = { interfaces: [{ binding: 'JSONRPC', visibility: 'authenticated' }] };
      await expect(start({ ...secured, card }, ['/'])).rejects.toThrow('No interface is for everybody');
    });

    it('an agent that asks nobody who they are declares no extended card', async () => {
      await expect(start({ ...OPTIONS, card: { extended: true } }, ['/'])).rejects.toThrow(
        'Declare security',
      );
      const open = await start(OPTIONS, ['/'], [DiceSkills, ReviewSkills]);
      expect(open.get(CardDocuments).public.card.capabilities.extendedAgentCard).toBeUndefined();
      await open.close();
    });
  });
});
