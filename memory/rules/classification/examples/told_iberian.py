"""Data of the rules: facts as teams tell them in Spanish and Portuguese, distilled, one a line."""

from memory.rules.classification.examples.types import FactType

SENTENCES: dict[FactType, str] = {
    "decision": """
Se decidió no usar Kafka para las notificaciones: con unas 40 por minuto basta con LISTEN/NOTIFY de Postgres y nos
  ahorramos un clúster.
Se decidió usar Pulumi con TypeScript en lugar de CloudFormation porque las plantillas superaban el límite de 500
  recursos por stack.
Hugo se queda como generador del sitio de docs en vez de Gatsby: el build baja de 4 min a 9 s.
Publicamos el feed GTFS-RT solo en Protobuf y retiramos el JSON: los consumidores grandes únicamente leen .pb y el
  JSON pesaba 11 veces más.
Os laudos em PDF vão para o MinIO e saem do Postgres: as colunas bytea já somavam 780 GB e o pg_dump passava de 9
  horas.
Optamos por gerar os PDFs com WeasyPrint em vez do Puppeteer: a imagem Docker cai de 1400 MB para 310 MB e não precisa
  de Chromium no servidor.
Al final el feature flag vive en Unleash y no en variables de entorno; así se puede apagar `new_checkout` sin
  redesplegar, que tarda 25 minutos.
Se decidió usar Argo CD en lugar de Flux para el clúster prod-eu, porque Argo CD tiene control de acceso por proyecto.
O serviço notificador passa a usar SQS em vez de Kinesis, porque o volume é só de 20 mensagens por segundo.
Decidiu-se com migrar o frontend de Vue 2 para SvelteKit em vez de Vue 3, porque as três telas do painel seriam
  reescritas de qualquer jeito e o bundle cai de 480 kB para 110 kB.
Optamos por manter o monorepo com Turborepo em vez de separar o apps/admin em outro repositório: os tipos de
  packages/contracts são compartilhados e cada mudança exigiria dois PRs.
Al final se elegió Celery en lugar de RQ para las tareas de facturación: se necesita reintentos con backoff y tareas
  periódicas (celery beat), y RQ requiere un paquete aparte para eso.
Se usa Keycloak 24 en vez de Auth0, porque el plan de 7.000 usuarios activos salía por 2.300 € al mes.
Dejamos de usar Elasticsearch para el buscador interno: con 90.000 documentos basta tsvector en Postgres 16 y nos
  ahorramos tres nodos.
Relatórios pesados vão para o BigQuery, não para a réplica do MySQL, que ficava com 900 s de atraso.
""",
    "failure": """
El despliegue fallaba con ImagePullBackOff porque el token de ECR caduca a las 12 horas y el secret regcred no se
  renovaba. El equipo añadió un CronJob que lo refresca cada 8 horas.
A fila travou porque o Celery confirma a tarefa antes de executar (acks_late=False) e o worker morreu por OOM; as
  mensagens sumiram. Passamos para acks_late=True com task_reject_on_worker_lost=True.
A importação travava porque o CSV vinha em ISO-8859-1 e o parser esperava UTF-8. Com `encoding='latin-1'` no read_csv
  o problema sumiu.
O app Android travava ao abrir o mapa no Pixel 6: a chave da Maps SDK não incluía o fingerprint do build de release.
O Celery parou de consumir a fila `laudos` às 3h porque o RabbitMQ atingiu o vm_memory_high_watermark (0.4). Com a
  memória em 16 GB e o prefetch limitado a 10, a fila zerou.
El feed llegaba con 1 hora de desfase los domingos de cambio horario: `stop_times` se generaba en hora local y no
  desde «noon minus 12h» como exige GTFS. Corregido en `gtfs_writer.py`.
La caché de precios devolvía datos viejos porque la clave no incluía tenant_id. Se arregló añadiendo tenant_id en
  PriceCache.java.
O descobriu que o app travava no login porque o certificado de auth.interno expirou e o certbot não tinha permissão em
  /etc/letsencrypt.
El servicio `geo-api` devolvía 504 porque el pool de HikariCP tenía solo 10 conexiones y el informe diario las ocupaba
  todas. Subimos maximumPoolSize a 30 y el equipo confirmó que ya no falla.
Se subió el despliegue sin la variable STRIPE_WEBHOOK_SECRET y todos los webhooks devolvieron 400 durante 35 minutos.
  Se añadió la variable al secreto payments-env y se reenviaron los 212 eventos.
El worker de facturas moría con `OOMKilled` porque pdfkit carga la plantilla factura_v4.html entera por cada hilo y el
  límite era 512Mi.
El despliegue de anoche falló porque el secreto DB_URL_RO no existía en el namespace informes y el pod quedó en
  CreateContainerConfigError.
fix: el carrito duplicaba líneas por culpa de un doble dispatch en useCart.ts; se añade la clave idempotente lineaId.
El IVA salía mal porque redondear() trabajaba por línea y Hacienda lo quiere por factura; lo cazó, la de contabilidad.
O consumer do RabbitMQ travava porque prefetch_count estava em 0 e a fila nfe.emissao entregava 30 mil mensagens de
  uma vez.
O login caiu às 09:12 porque o certificado do IdP foi rotacionado e o kid antigo ainda estava em cache por 24 h em
  JwksProvider.
O Quarkus em modo nativo não encontrava messages_pt.properties, pois faltava quarkus.locales=pt,en na configuração.
""",
    "pattern": """
Los mensajes de commit van en inglés y con prefijo de módulo (`api:`, `web:`, `infra:`).
Las tablas de Postgres llevan prefijo por capa: raw_, stg_ y mart_. Nadie escribe en mart_ salvo dbt.
Todo serviço expõe `/healthz` e `/readyz` na porta 8081, separada do tráfego.
Los topics de Kafka se nombran `dominio.entidad.evento.v1`; un cambio incompatible exige subir la versión, jamás
  editar el esquema existente.
Nunca se llama a la API externa desde un controlador; toda llamada pasa por la capa adapters/.
Convenção do time: toda tabela nova tem `created_at` e `updated_at` em UTC, e os nomes das tabelas ficam no plural, em
  inglês.
Todos los endpoints nuevos van bajo `/api/v3` y devuelven los errores en formato RFC 7807.
Las claves de caché en Redis siguen siempre el formato servicio:entidad:id y llevan TTL obligatorio; sin TTL, el
  script check_keys.py marca error en CI.
Los eventos de dominio se nombran en pasado, p. ej. PedidoConfirmado, y viven en src/dominio/eventos.
Aquí nadie hace push directo a main, ni siquiera yo: todo entra por PR con dos aprobaciones y el check sonar-gate en
  verde.
Nomes de tabela sempre no singular e sem prefixo, por exemplo pedido_item
refactor: datas em UTC no backend e conversão só no componente DataLocal.vue.
""",
    "dependency": """
A biblioteca pdf-lib 1.17.1 não suporta PDFs criptografados; o teve que usar o qpdf 11 para remover a senha antes.
El servicio de inferencia usa vLLM 0.5.4 y no funciona con GPUs de compute capability menor que 7.0.
A API da transportadora aceita no máximo 30 requisições por minuto por chave e não oferece ambiente de testes.
La librería `pdf-lib` no soporta cifrado; para PDFs con contraseña hace falta `qpdf` 11 en la imagen.
O Firestore aceita no máximo 500 operações por batch; acima disso a chamada volta com `INVALID_ARGUMENT`.
La API de Adif devuelve como máximo 500 circulaciones por petición y su token caduca a los 15 minutos.
A API da RNDS aceita só FHIR R4 e exige certificado ICP-Brasil; o token vale 30 minutos.
La pasarela Redsys exige firma HMAC_SHA256_V1; el número de pedido tiene 12 caracteres como máximo y los 4 primeros
  deben ser dígitos.
El módulo informes usa wkhtmltopdf 0.12.6, que no soporta CSS grid.
O DynamoDB limita cada item a 400 KB e o BatchGetItem devolve no máximo 100 itens.
A API do Mercado Livre expira o access token em 6 horas e o refresh token só pode ser usado uma vez.
El clúster usa Kubernetes 1.29.4 con ingress-nginx 1.10.1, y cert-manager 1.14 requiere al menos Kubernetes 1.24.
Confirmou com o banco: a API Pix do ambiente de homologação exige mTLS, o token expira em 300 segundos e o txid
  precisa ter entre 26 e 35 caracteres.
MongoDB 7.0 requiere featureCompatibilityVersion 6.0 antes de actualizar; el driver pymongo 3.12 no es compatible y
  hay que usar pymongo 4.5 o superior.
Es así: la API de Correos solo admite 60 peticiones por minuto y devuelve 200 con el cuerpo vacío cuando te pasas.
El conector de SAP solo funciona con la librería JCo 3.1.9 de 64 bits y Java 17.
O app Flutter fica na 3.19.6: a 3.22 quebra o plugin camera_android 0.10.8 em aparelhos Motorola.
O SDK da maquininha, só tem suporte até Android 12 (API 31), por isso targetSdk do módulo pos continua em 31.
""",
    "context": """
Hasta el lunes el runner gpu-runner-04 está reservado para el entrenamiento; los demás jobs van a gpu-runner-02.
A migração para o `k8s-novo` está em 60 %; os serviços `pedidos` e `estoque` ainda rodam nas VMs antigas.
Ahora mismo solo hay un revisor disponible para `mobile-ios`; los PR se acumulan, ya van 17.
A día de 2026-03-19 quedan 214 estaciones sin coordenadas de las 1.650 cargadas
PR #991 em revisão homologação da v8.2 com 5 bugs abertos, 2 deles críticos
2026-03-19 a fila de integração com o hospital Santa está com 1.870 mensagens pendentes; o link da Vivo caiu às 10h e
  ainda não voltou.
Ahora mismo quedan 37 tickets abiertos en el tablero FACT, 12 de ellos bloqueantes.
O ambiente de homologação está fora do ar desde 2026-03-18 à noite (disco cheio no `hml-db01`); os testes da versão
  5.2 estão parados.
el despliegue de api-clientes 2.9 en pre-02 sigue bloqueado hasta que llegue la aprobación del banco.
No momento a fila emails-saida está com 9800 mensagens paradas, porque o provedor SMTP está fora do ar 2026-03-19.
O ambiente de homologação `hml-2` está fora do ar desde as 8:30 por causa da troca do certificado, e os testes do
  ticket LOG-482 estão parados até lá.
Esta semana el servidor build-07 está apagado por mantenimiento hasta el viernes; los pipelines de la rama develop se
  ejecutan temporalmente en build-03.
Em andamento: revisão do PR #733: 18 dos 25 arquivos já foram revistos, falta a pasta src/relatorios. O merge está
  previsto para quinta-feira.
La rama feat/bizum sigue abierta: falta el callback de confirmación y hay 4 pruebas en rojo en BizumControllerTest.
Branch feat/boleto-v2 pronta para revisão, falta só o teste do CNAB 240 do Bradesco, que está quebrado na homologação.
Situação agora: migração da tabela cliente em 62 %, rodando no host db-sp-03 em lotes de 5.000.
O ambiente de pré-produção está em modo de leitura até ao fim da auditoria, versão instalada 8.3.1, base de dados
  clone de 12/03.
""",
}
