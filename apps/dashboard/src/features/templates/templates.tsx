import { type EmailMessage, emailMessages, type Language, languages } from '@insignia/contract';
import { Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { t } from '../../messages/en/templates.ts';
import { useAccount } from '../../shared/account.ts';
import { CurlExample } from '../../shared/curl-example.tsx';
import { getLanguageName } from '../../shared/format.ts';
import { badgesQuery, brandQuery, issuersQuery } from '../../shared/queries.ts';
import { QueryContent } from '../../shared/query-content.tsx';
import { idFromUrl } from '../../shared/random-id.ts';
import { Screen } from '../../shared/screen.tsx';
import { EditTemplate } from './edit-template.tsx';
import { type ChosenEmail, type TemplateLevel, templatesQuery } from './queries.ts';
import classes from './templates.module.css';

const route = getRouteApi('/$accountId/templates');

/** The wording of emails to recipients, for the account, an issuer or a badge. */
export function TemplatesScreen() {
  const here = useAccount();
  const search = route.useSearch();
  const { issuer, badge, message = 'credential' } = search;
  const navigate = route.useNavigate();
  const level: TemplateLevel = badge ? { badgeId: badge } : issuer ? { issuerId: issuer } : {};
  const query = useQuery(templatesQuery(here, level));
  const ownLanguage = useBrandLanguage(level);
  const language = search.language ?? ownLanguage;
  const choose = (change: Partial<typeof search>) =>
    void navigate({ search: { ...search, ...change }, replace: true });
  return (
    <Screen title={t('nav.templates')} lead={t('templates.lead')}>
      <div className={classes.choice}>
        <LevelSelect level={level} choose={choose} />
        <Select
          label={t('templates.message')}
          data={emailMessages.map((value) => ({ value, label: t(`templates.message.${value}`) }))}
          value={message}
          allowDeselect={false}
          onChange={(value) => choose({ message: value as EmailMessage })}
        />
        <Select
          label={t('templates.language')}
          data={languages.map((value) => ({ value, label: getLanguageName(value) }))}
          value={language ?? null}
          allowDeselect={false}
          onChange={(value) => choose({ language: value as Language })}
        />
      </div>
      <QueryContent query={query}>
        {(saved) => {
          if (!language) return null;
          const chosen: ChosenEmail = { ...level, message, language };
          return <EditTemplate key={JSON.stringify(chosen)} saved={saved} chosen={chosen} />;
        }}
      </QueryContent>
      <CurlExample
        operation="updateEmailTemplates"
        args={{ [message]: { [language ?? 'en']: { subject: '…' } } }}
      />
    </Screen>
  );
}

/** The language in which recipients get emails: of the brand of the level's issuer, or of the first one. */
function useBrandLanguage({ issuerId, badgeId }: TemplateLevel): Language | undefined {
  const here = useAccount();
  const issuers = useQuery(issuersQuery(here));
  const badges = useQuery({ ...badgesQuery(here), enabled: badgeId !== undefined });
  const url = badgeId
    ? badges.data?.find(({ id }) => id.endsWith(badgeId))?.issuer
    : (issuerId ?? issuers.data?.[0]?.id);
  const brand = useQuery({ ...brandQuery(here, url ? idFromUrl(url) : ''), enabled: Boolean(url) });
  const isWaiting = issuers.isLoading || badges.isLoading || brand.isLoading;
  return brand.data?.language ?? (isWaiting ? undefined : 'en');
}

const accountLevel = 'account';

type LevelProps = {
  level: TemplateLevel;
  choose: (change: { issuer: string | undefined; badge: string | undefined }) => void;
};

function LevelSelect({ level, choose }: LevelProps) {
  const here = useAccount();
  const { data: issuers = [] } = useQuery(issuersQuery(here));
  const { data: badges = [] } = useQuery(badgesQuery(here));
  const toOption =
    (kind: 'issuer' | 'badge') =>
    ({ id, name }: { id: string; name: string }) => ({
      value: `${kind} ${idFromUrl(id)}`,
      label: name,
    });
  const { issuerId, badgeId } = level;
  return (
    <Select
      label={t('templates.level')}
      description={t('templates.level.hint')}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      data={[
        { value: accountLevel, label: t('templates.level.account') },
        { group: t('nav.issuers'), items: issuers.map(toOption('issuer')) },
        { group: t('nav.badges'), items: badges.map(toOption('badge')) },
      ]}
      value={badgeId ? `badge ${badgeId}` : issuerId ? `issuer ${issuerId}` : accountLevel}
      searchable={issuers.length + badges.length > 8}
      allowDeselect={false}
      onChange={(value) => {
        const [kind, id] = (value ?? accountLevel).split(' ');
        choose({
          issuer: kind === 'issuer' ? id : undefined,
          badge: kind === 'badge' ? id : undefined,
        });
      }}
    />
  );
}
